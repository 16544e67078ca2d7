import { showError } from '@tavla/app-shell'
import { client } from '@tavla/app-shell/frame'
import type { EntityRecord } from '@tavla/contract'
import { useEnvironment } from '@tavla/entity-ui'
import { Text, useI18n, useTimes } from '@tavla/i18n/react'
import { Button, Checkbox, Icon, IconButton, lazyPart } from '@tavla/ui'
import { Suspense, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useIsManager } from '../hq/useIsManager.ts'
import { useActiveProject } from '../project/ActiveProject.tsx'
import { hasLevel } from '../project/levels.ts'
import { BackupFacts } from './BackupFacts.tsx'
import { ProofWords } from './BackupWords.tsx'
import { proveBackup } from './backup-calls.ts'
import { ProofFaults } from './ProofFaults.tsx'
import { RestoreAll } from './RestoreAll.tsx'

const RestoreSome = lazyPart(() => import('./RestoreSome.tsx'))
const RestoreAsNew = lazyPart(() => import('./RestoreAsNew.tsx'), 'window')
const DownloadBackup = lazyPart(() => import('./DownloadBackup.tsx'), 'window')

interface BackupPanelProps {
  backup: EntityRecord
  path: string
  onChanged: () => void
}

const choices = [
  { id: 'all', label: 'All' },
  { id: 'entity', label: 'Entity' },
  { id: 'records', label: 'Records' },
] as const

/** A backup: its proof and its facts, and what the person's level in the project lets them do with it. */
export function BackupPanel({ backup, path, onChanged }: BackupPanelProps) {
  const { t } = useI18n()
  const { formatDateTime } = useTimes()
  const { now } = useEnvironment()
  const navigate = useNavigate()
  const { project } = useActiveProject()
  const isManager = useIsManager()
  const name = useId()
  const mayRestore = hasLevel(project, 'Manage')
  const mayOperate = hasLevel(project, 'Operate')
  // A backup opens only when it is asked for.
  const [choice, setChoice] = useState<(typeof choices)[number]['id'] | null>(mayRestore ? 'all' : null)
  const [asking, setAsking] = useState<'new' | 'download' | null>(null)
  const [isProving, setProving] = useState(false)
  const canProve = backup.status === 'Stored' || backup.status === 'Proven'
  const change = (work: Promise<unknown>) => work.then(onChanged, showError)
  const prove = async () => {
    setProving(true)
    await change(proveBackup(backup.id))
    setProving(false)
  }
  const purpose = mayRestore ? 'Restore' : 'Compare'
  return (
    <div className="backup-panel">
      <header>
        <h2>{typeof backup.taken_at === 'string' && formatDateTime(backup.taken_at, now())}</h2>
        <IconButton icon="close" label={t('Close')} onClick={() => void navigate(path)} />
      </header>
      <ProofWords backup={backup} />
      <ProofFaults backup={backup} />
      <BackupFacts backup={backup} />
      <Checkbox
        isChecked={backup.pinned === 1}
        disabled={!mayOperate}
        onChange={(pinned) => void change(client.entities.update('Backup', { id: backup.id, pinned: pinned ? 1 : 0 }))}
      >
        <Text source="Pinned" />
      </Checkbox>
      <p className="restore-note">
        <Text source="A pinned backup is kept until the mark is taken off." />
      </p>
      {canProve && hasLevel(project, 'Design') && (
        <section className="restore" aria-label={t(purpose)}>
          <h3>
            <Text source={purpose} />
          </h3>
          <div role="radiogroup" aria-label={t(purpose)} className="restore-choices">
            {(mayRestore ? choices : choices.slice(1)).map(({ id, label }) => (
              <label key={id}>
                <input type="radio" name={name} checked={choice === id} onChange={() => setChoice(id)} />
                <Text source={label} />
              </label>
            ))}
          </div>
          {choice === null ? null : choice === 'all' ? (
            <RestoreAll backup={backup} onStarted={() => void navigate(path.replace(/backups$/, 'HQ_info'))} />
          ) : (
            <Suspense fallback={null}>
              <RestoreSome backup={backup.id} isWhole={choice === 'entity'} />
            </Suspense>
          )}
        </section>
      )}
      {canProve && mayOperate && (
        <div className="backup-ways">
          {isManager && (
            <>
              <Button icon={<Icon name="add" />} onClick={() => setAsking('new')}>
                <Text source="Restore as New Project" />
              </Button>
              <Button icon={<Icon name="download" />} onClick={() => setAsking('download')}>
                <Text source="Download" />
              </Button>
            </>
          )}
          <Button icon={<Icon name="verified" />} isPending={isProving} onClick={() => void prove()}>
            <Text source="Prove" />
          </Button>
        </div>
      )}
      <Suspense fallback={null}>
        {asking === 'new' && <RestoreAsNew {...{ backup, project }} onClose={() => setAsking(null)} />}
        {asking === 'download' && <DownloadBackup backup={backup} onClose={() => setAsking(null)} />}
      </Suspense>
    </div>
  )
}
