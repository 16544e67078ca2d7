import type { CopyAnswer, OpenAssignment } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { lazyPart } from '@tavla/ui'
import { type ComponentProps, Suspense } from 'react'
import type { WaitingReminder } from './useReminders.ts'
import './work-windows.css'

const AssignWindow = lazyPart(() => import('./AssignWindow.tsx'), 'window')
const AssignmentWindow = lazyPart(() => import('./AssignmentWindow.tsx'), 'window')
const RemindWindow = lazyPart(() => import('./RemindWindow.tsx'), 'window')
const DuplicateWindow = lazyPart(() => import('./DuplicateWindow.tsx'), 'window')

/** A window that a step of the head opens. */
export type WorkWindow =
  | { kind: 'assign' }
  | { kind: 'remind' }
  | { kind: 'assignment'; assignment: OpenAssignment }
  | { kind: 'copy'; copy: CopyAnswer }

interface WorkWindowsProps extends Omit<ComponentProps<typeof DuplicateWindow>, 'copy'> {
  id: string
  open: WorkWindow | null
  canWrite: boolean
  reminders: readonly WaitingReminder[]
  onAssigned: () => void
  onReminded: () => void
}

/** The open window of the head, if one is. */
export function WorkWindows(props: WorkWindowsProps) {
  const { t } = useI18n()
  if (props.open === null) return null
  return (
    <Suspense fallback={<span className="visually-hidden">{t('Loading…')}</span>}>
      <OpenWindow {...props} open={props.open} />
    </Suspense>
  )
}

function OpenWindow({ open, ...props }: WorkWindowsProps & { open: WorkWindow }) {
  const { entity, id, canWrite, reminders, onAssigned, onReminded, onClose } = props
  const place = { entity, id, onClose }
  if (open.kind === 'assign') return <AssignWindow {...place} onChanged={onAssigned} />
  if (open.kind === 'remind') return <RemindWindow {...place} reminders={reminders} onChanged={onReminded} />
  if (open.kind === 'assignment')
    return <AssignmentWindow assignment={open.assignment} {...{ canWrite, onClose }} onChanged={onAssigned} />
  const { meta, record, onDirtyChange, onCreated } = props
  return <DuplicateWindow copy={open.copy} {...{ entity, meta, record, onDirtyChange, onCreated, onClose }} />
}
