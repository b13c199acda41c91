import { isDoctorPaneContent, parseDoctorPaneMemory } from '../protocol/doctorPane.ts';
import { connectHost, showPane } from './base/host.ts';
import { DoctorView, type DoctorHost } from './doctor/doctorView.tsx';
import './styles/pane.css';
import './styles/failure.css';
import './styles/doctor.css';

const host: DoctorHost = connectHost(parseDoctorPaneMemory);

showPane(isDoctorPaneContent, (content) => {
  host.remember(content.resource);
  return <DoctorView content={content} host={host} />;
});

host.send({ type: 'ready' });
