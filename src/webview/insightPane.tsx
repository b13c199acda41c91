import { isInsightPaneContent, parseInsightPaneMemory } from '../protocol/insightPane.ts';
import { connectHost, showPane } from './base/host.ts';
import { InsightView, type InsightHost } from './insight/insightView.tsx';
import './styles/pane.css';
import './styles/failure.css';
import './styles/insight.css';

const host: InsightHost = connectHost(parseInsightPaneMemory);

showPane(isInsightPaneContent, (content) => {
  host.remember(content.resource);
  return <InsightView content={content} host={host} />;
});

host.send({ type: 'ready' });
