import RecordPanel, { type RecordPanelProps } from '@tavla/app-shell/record-panel'
import { idOf, RecordsScreen } from '@tavla/app-shell/records'
import type { ListScope } from '@tavla/client'
import { LinkToRecord, OpenMessage } from '@tavla/entity-ui/link-to-record'
import { useParams } from 'react-router'
import { unmatchedPath } from '../paths.ts'

/** The messages without a record, so that the user links each to one (reference: conversations, Communications). */
export function Unmatched() {
  const { id } = useParams()
  return (
    <RecordsScreen
      entity="Communication"
      id={idOf(id)}
      baseRoute={unmatchedPath}
      scope={withoutRecord}
      isFixed
      Panel={MessagePanel}
      actions={<LinkToRecord />}
    />
  )
}

const MessagePanel = (props: RecordPanelProps) => (
  <RecordPanel {...props} intro={<OpenMessage />} introFields={shownAbove} />
)

const shownAbove = ['content']

const withoutRecord: ListScope = { reference_entity: ['is', 'not set'] }
