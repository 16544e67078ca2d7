import { NewRecordModal } from '@tavla/entity-ui'
import { useState } from 'react'
import { ProvisionWindow } from './ProvisionWindow.tsx'

/** Makes a project, and then shows how its site comes up (contract 6.1, 6.2). */
export default function NewProject({ onClose }: { onClose: () => void }) {
  const [id, setId] = useState<string>()
  if (id !== undefined) return <ProvisionWindow id={id} onClose={onClose} />
  return <NewRecordModal entity="Project" onClose={onClose} onCreated={(record) => setId(record.id)} />
}
