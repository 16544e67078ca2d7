import RecordPanel, { type RecordPanelProps } from '../records/RecordPanel.tsx'
import { OperationFacts, toldFields } from './OperationFacts.tsx'
import { UndoOperation } from './UndoOperation.tsx'

/** One operation: its facts, the records that it wrote, and its undo (reference: screens, Recent changes). */
export default function OperationPanel(props: RecordPanelProps) {
  return <RecordPanel {...props} actions={<UndoOperation />} intro={<OperationFacts />} introFields={toldFields} />
}
