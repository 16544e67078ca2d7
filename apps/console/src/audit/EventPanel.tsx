import RecordPanel, { type RecordPanelProps } from '@tavla/app-shell/record-panel'
import { useEntity } from '@tavla/entity-ui'
import { Icon } from '@tavla/ui'
import { StatusPill } from '../project/StatusPill.tsx'
import './audit.css'

/** One event of a project: its states in words and colours, and below them its fields. */
export default function EventPanel(props: RecordPanelProps) {
  const [{ activeEntity }] = useEntity(props.entity)
  const { from_status: from, to_status: to } =
    activeEntity?.id === props.id ? activeEntity : { from_status: null, to_status: null }
  const isChange = typeof from === 'string' && typeof to === 'string' && from !== to
  return (
    <RecordPanel
      {...props}
      introFields={told}
      intro={
        isChange && (
          <p className="audit-action">
            <StatusPill status={from} />
            <Icon name="arrow_forward" size="small" />
            <StatusPill status={to} />
          </p>
        )
      }
    />
  )
}

/** The title, the states and the words show these fields. */
const told = ['event', 'from_status', 'to_status']
