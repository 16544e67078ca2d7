import type { EntityRecord } from '@tavla/contract'
import { useEnvironment } from '@tavla/entity-ui'
import { Text, useI18n, useNow, useTimes } from '@tavla/i18n/react'
import { Icon, Pill } from '@tavla/ui'
import { useLinkStops } from '../logs/useLinkStops.ts'
import { FileSize } from '../reading/FileSize.tsx'
import { LineLink } from '../reading/LineLink.tsx'
import { ProofWords } from './BackupWords.tsx'

interface BackupLinesProps {
  backups: readonly EntityRecord[]
  activeId: string | undefined
  path: string
}

/** One line a backup: age, type, size, and the proof in words. */
export function BackupLines({ backups, activeId, path }: BackupLinesProps) {
  const { t } = useI18n()
  const { formatDateTime, formatRelative } = useTimes()
  const environment = useEnvironment()
  const now = useNow(environment.now)
  const { tabIndexOf, handlers } = useLinkStops(
    backups.length,
    backups.findIndex(({ id }) => id === activeId),
  )
  return (
    <ul className="line-list" aria-label={t('Backups')} {...handlers}>
      {backups.map((backup, index) => {
        const { id, taken_at: takenAt, type, size, pinned, note } = backup
        const at = typeof takenAt === 'string' ? takenAt : null
        return (
          <li key={id}>
            <LineLink
              className="backup-line"
              href={`${path}/${encodeURIComponent(id)}`}
              tabIndex={tabIndexOf(index)}
              aria-current={id === activeId || undefined}
            >
              <span className="backup-when">
                <time dateTime={at ?? undefined}>{at && formatDateTime(at, now)}</time>
                <span className="backup-age">{at && formatRelative(at, now)}</span>
              </span>
              <span className="backup-type">
                <Pill color={type === 'Scheduled' ? 'Gray' : 'Blue'}>
                  <Text source={String(type)} />
                </Pill>
                {pinned === 1 && <Icon name="keep" size="small" label={t('Pinned')} />}
              </span>
              <ProofWords backup={backup} />
              <span className="backup-size">{typeof size === 'number' ? <FileSize bytes={size} /> : '–'}</span>
              {typeof note === 'string' && note !== '' && <bdi className="backup-note">{note}</bdi>}
            </LineLink>
          </li>
        )
      })}
    </ul>
  )
}
