import type { EntityRecord } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import type { ReactNode } from 'react'
import { FileSize } from '../reading/FileSize.tsx'

/** Type, sizes, counts, version and note of a backup. */
export function BackupFacts({ backup }: { backup: EntityRecord }) {
  const { formatNumber } = useI18n()
  const { type, size, added, records, files, version, store, note } = backup
  const count = (value: unknown) => (typeof value === 'number' ? formatNumber(value, 0) : '–')
  const bytes = (value: unknown) => (typeof value === 'number' ? <FileSize bytes={value} /> : '–')
  const facts: readonly (readonly [label: string, value: ReactNode])[] = [
    ['Type', <Text key="type" source={String(type)} />],
    ['Size', bytes(size)],
    ['Added', bytes(added)],
    ['Records', count(records)],
    ['Files', count(files)],
    ['Version', <bdi key="version">{typeof version === 'string' ? version : '–'}</bdi>],
    ['Store', <bdi key="store">{typeof store === 'string' ? store : '–'}</bdi>],
    ...(typeof note === 'string' && note !== '' ? [['Note', <bdi key="note">{note}</bdi>] as const] : []),
  ]
  return (
    <dl className="facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>
            <Text source={label} />
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
