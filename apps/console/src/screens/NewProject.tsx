import { client } from '@tavla/app-shell/frame'
import { useUnsaved } from '@tavla/app-shell/records'
import { NewRecordModal, type NewRecordModalProps } from '@tavla/entity-ui'
import { useEffect, useState } from 'react'
import { useFreeId } from '../project/useFreeId.ts'
import { ProvisionWindow } from './ProvisionWindow.tsx'

/**
 * Creates a project, and then shows the provisioning of its site (reference: hosting, Project states;
 * hosting, Provisioning).
 */
export default function NewProject({ onClose, onReopen }: Pick<NewRecordModalProps, 'onClose' | 'onReopen'>) {
  const [id, setId] = useState<string>()
  const markUnsaved = useUnsaved()
  const asksServer = useAsksServer()
  const idFrom = useFreeId()
  if (id !== undefined) return <ProvisionWindow id={id} onClose={onClose} />
  return (
    <NewRecordModal
      entity="Project"
      idDescription="Small letters, digits and hyphens. Left empty, it is made from the name."
      idFrom={idFrom}
      moreFields={asked}
      leaveOut={asksServer ? withoutColor : withoutServer}
      order={order}
      onClose={onClose}
      onReopen={onReopen}
      onDirtyChange={markUnsaved}
      onCreated={(record) => setId(record.id)}
    />
  )
}

const asked = ['environment', 'start_with', 'admin_email']
const order = ['environment', 'start_with', 'server', 'admin_email']
const withoutColor = ['color']
const withoutServer = ['color', 'server']

/** True where there are servers to choose from; chooses the only one. */
function useAsksServer(): boolean {
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    let isCurrent = true
    const look = async () => {
      const { data } = await client.entities.list('Server', { fields: ['id'], limit_page_length: 2 })
      if (!isCurrent) return
      const [only, other] = data
      const store = client.store('Project')
      if (!only || other) setAsking(true)
      else if (!store.getSnapshot().newEntity.server) store.setDraft('server', only.id)
    }
    // On failure the user fills in the field.
    look().catch(() => isCurrent && setAsking(true))
    return () => {
      isCurrent = false
    }
  }, [])
  return isAsking
}
