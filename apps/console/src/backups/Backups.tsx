import { showError } from '@tavla/app-shell'
import { client } from '@tavla/app-shell/frame'
import { idOf } from '@tavla/app-shell/records'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, EmptyState, Icon, ListDetail } from '@tavla/ui'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { RecoveryKeyNote } from '../hq/RecoveryKeyNote.tsx'
import { useIsManager } from '../hq/useIsManager.ts'
import { projectPath } from '../paths.ts'
import { useActiveProject } from '../project/ActiveProject.tsx'
import { hasLevel } from '../project/levels.ts'
import { PanelState } from '../reading/PanelState.tsx'
import { useLiveReading } from '../reading/useLiveReading.ts'
import { BackupLines } from './BackupLines.tsx'
import { BackupPanel } from './BackupPanel.tsx'
import { takeBackup } from './backup-calls.ts'
import './backups.css'

/** The backups of a project, each with its proof, and the ways back from one (reference: screens, Console tabs). */
export function Backups() {
  const { t } = useI18n()
  const { project } = useActiveProject()
  const id = idOf(useParams().record)
  const reading = useBackups(project.id)
  const [isPending, setPending] = useState(false)
  const isManager = useIsManager()
  const backups = reading.value
  const open = backups?.find((backup) => backup.id === id)
  const take = async () => {
    setPending(true)
    await takeBackup(project.id).then(() => reading.reload(), showError)
    setPending(false)
  }
  const path = `${projectPath(project.id)}/backups`
  const backUp = (
    <Button variant="primary" icon={<Icon name="backup" />} isPending={isPending} onClick={() => void take()}>
      <Text source="Back Up Now" />
    </Button>
  )
  return (
    <ListDetail
      listLabel={t('Backups')}
      detailLabel={t('Details')}
      isDetailOpen={id !== undefined}
      variant="wide"
      header={
        <div className="backups-head">
          <h2>
            <Text source="Backups" />
          </h2>
          {isManager && <RecoveryKeyNote />}
          {isManager && <SameDiskNote stores={backups?.map(({ store }) => store)} />}
          {project.status !== 'Created' && hasLevel(project, 'Operate') && backUp}
        </div>
      }
      list={
        !backups ? (
          <PanelState reading={reading} shape="rows" />
        ) : backups.length === 0 ? (
          <EmptyState kind="empty" title={<Text source="No backup yet" />} />
        ) : (
          <BackupLines backups={backups} activeId={id} path={path} />
        )
      }
      detail={open && <BackupPanel key={open.id} backup={open} path={path} onChanged={() => void reading.reload()} />}
    />
  )
}

/** The newest backups of a project, live. */
function useBackups(project: string) {
  useEffect(() => client.live.watchList('Backup'), [])
  return useLiveReading(
    project,
    async () =>
      (
        await client.entities.list('Backup', {
          filters: { project },
          fields: [
            ...['taken_at', 'type', 'status', 'size', 'added', 'records', 'files', 'store', 'version'],
            ...['proven_at', 'proof', 'pinned', 'note', 'error'],
          ],
          order_by: 'taken_at desc',
          limit_page_length: 200,
        })
      ).data,
    ({ entity }) => entity === 'Backup',
  )
}

/** Says that a backup dies with the disk of the data, if one of the stores lies there. */
function SameDiskNote({ stores = [] }: { stores?: readonly unknown[] | undefined }) {
  const { value } = useLiveReading('stores', () =>
    client.entities.list('Backup Store', { fields: ['same_disk'], limit_page_length: 50 }),
  )
  const isSame = value?.data.some(
    ({ id, same_disk: same }) => same === 1 && (stores.length === 0 || stores.includes(id)),
  )
  if (!isSame) return null
  return (
    <p className="backups-note">
      <Icon name="warning" size="small" />
      <Text source="This backup lies on the same disk as the data." />
    </p>
  )
}
