import RecordPanel, { type RecordPanelProps } from '@tavla/app-shell/record-panel'
import { AuditForm } from './AuditForm.tsx'

/** One write: its facts, and below them its changes. */
export default function AuditPanel(props: RecordPanelProps) {
  return <RecordPanel {...props} Form={AuditForm} />
}
