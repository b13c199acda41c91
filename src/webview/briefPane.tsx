import { isBriefPaneContent, parseBriefPaneMemory } from '../protocol/briefPane.ts';
import { connectHost, showPane } from './base/host.ts';
import { BriefView, type BriefHost } from './brief/briefView.tsx';
import './styles/pane.css';
import './styles/failure.css';
import './styles/context.css';
import './styles/tabs.css';
import './styles/exact.css';
import './styles/brief.css';

const host: BriefHost = connectHost(parseBriefPaneMemory);

showPane(isBriefPaneContent, (content) => {
  host.remember(content.resource);
  return <BriefView content={content} host={host} />;
});

host.send({ type: 'ready' });
