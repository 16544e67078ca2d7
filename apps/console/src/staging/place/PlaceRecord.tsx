import { useUnsaved } from '@tavla/app-shell/records'
import { DetailView, type DetailViewProps } from '@tavla/entity-ui'

type PlaceRecordProps = Pick<DetailViewProps, 'entity' | 'id' | 'actions' | 'onLeave' | 'onRenamed'>

/** The record that is open in place. Where it took the list's room, the focus comes along. */
export default function PlaceRecord(props: PlaceRecordProps) {
  return <DetailView {...props} takesFocus onDirtyChange={useUnsaved()} />
}
