import { showError } from '@tavla/app-shell'
import { client } from '@tavla/app-shell/frame'
import type { EntityRecord } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { Button, Icon, lazyPart } from '@tavla/ui'
import { Suspense, useState } from 'react'
import { hqItself } from '../logs/log-calls.ts'
import type { Jobs } from '../staging/jobs/useJobs.ts'

const RestoreAsNew = lazyPart(() => import('../backups/RestoreAsNew.tsx'), 'window')

/** Makes another project out of a backup, which may be all that is left of a former one. */
export function BackupActions({ jobs: { record } }: { jobs: Jobs }) {
  const [from, setFrom] = useState<{ project: EntityRecord | undefined } | null>(null)
  if (!record || record.project_id === hqItself || !readable.includes(String(record.status))) return null
  const ask = async () => {
    const { project } = record
    try {
      setFrom({ project: typeof project === 'string' ? await client.entities.get('Project', project) : undefined })
    } catch (error) {
      showError(error)
    }
  }
  return (
    <>
      <Button icon={<Icon name="add" />} onClick={() => void ask()}>
        <Text source="Restore as New Project" />
      </Button>
      <Suspense fallback={null}>
        {from && <RestoreAsNew backup={record} {...from} onClose={() => setFrom(null)} />}
      </Suspense>
    </>
  )
}

const readable = ['Stored', 'Proving', 'Proven']
