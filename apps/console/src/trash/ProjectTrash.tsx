import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Dialog, EmptyState } from '@tavla/ui'
import { useNavigate } from 'react-router'
import { projectPath } from '../paths.ts'
import { PanelState } from '../reading/PanelState.tsx'
import { useLiveReading } from '../reading/useLiveReading.ts'
import { TrashLine } from './TrashLine.tsx'
import { readTrash } from './trash-calls.ts'
import './project-trash.css'

/** The deleted projects, each with the way back (reference: screens, Projects in the console). */
export default function ProjectTrash({ onClose }: { onClose: () => void }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const reading = useLiveReading('trash', readTrash, ({ entity }) => entity === 'Project')
  const items = reading.value
  const open = (id: string) => {
    onClose()
    void navigate(`${projectPath(id)}/HQ_info`)
  }
  return (
    <Dialog
      title={<Text source="Trash" />}
      size="large"
      onClose={onClose}
      isForReading
      footer={
        <Button onClick={onClose}>
          <Text source="Close" />
        </Button>
      }
    >
      {!items ? (
        <PanelState reading={reading} shape="rows" />
      ) : items.length === 0 ? (
        <EmptyState kind="empty" icon="delete" title={<Text source="The trash is empty" />} />
      ) : (
        <ul className="project-trash" aria-label={t('Trash')}>
          {items.map((item) => (
            <TrashLine key={item.name} item={item} onRestored={open} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}
