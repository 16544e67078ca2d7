import { client } from '@tavla/app-shell/frame'
import { projectIdFrom } from '@tavla/contract'
import { NewRecordModal } from '@tavla/entity-ui'
import { useEffect, useState } from 'react'
import { ProvisionWindow } from './ProvisionWindow.tsx'

/**
 * Makes a project, and then shows how its site comes up (reference: hosting, Project states; hosting, Provisioning).
 */
export default function NewProject({ onClose }: { onClose: () => void }) {
  const [id, setId] = useState<string>()
  useOnlyServer()
  if (id !== undefined) return <ProvisionWindow id={id} onClose={onClose} />
  return (
    <NewRecordModal
      entity="Project"
      idDescription="Small letters, digits and hyphens. Left empty, it is made from the name."
      idFrom={projectIdFrom}
      moreFields={moreFields}
      onClose={onClose}
      onCreated={(record) => setId(record.id)}
    />
  )
}

const moreFields = ['sample_data']

/** Where there is one server alone, nobody has to choose it. */
function useOnlyServer(): void {
  useEffect(() => {
    let isCurrent = true
    const fill = async () => {
      const { data } = await client.entities.list('Server', { fields: ['id'], limit_page_length: 2 })
      const [only, other] = data
      const store = client.store('Project')
      if (isCurrent && only && !other && !store.getSnapshot().newEntity.server) store.setDraft('server', only.id)
    }
    // The field is there to be filled in by hand.
    fill().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [])
}
