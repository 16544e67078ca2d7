import type { DamagedFiles, DiskRoom } from '@tavla/contract'
import { isAlmostFull } from '@tavla/contract'
import { useSizeText } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Icon } from '@tavla/ui'
import { Fragment } from 'react'
import './project.css'

/** Warns that a disk is nearly full, and offers a remedy; `name` if there are several. */
export function DiskNote({ disk, name }: { disk: DiskRoom; name?: string }) {
  const sizeText = useSizeText()
  if (!isAlmostFull(disk)) return null
  return (
    <p className="project-error" role="alert">
      <Icon name="error" size="small" />
      <span>
        {name !== undefined && (
          <>
            <bdi>{name}</bdi>
            {': '}
          </>
        )}
        <Text
          source="Less than 10 % of the disk is left ({0}). Delete what nobody needs, or make the disk larger, before nothing can be saved."
          args={[sizeText(disk.free_bytes)]}
        />
      </span>
    </p>
  )
}

/** Names the damaged files, and offers a remedy. */
export function DamagedNote({ files }: { files: DamagedFiles | null | undefined }) {
  const { formatNumber } = useI18n()
  if (!files || files.count === 0) return null
  const more = files.count > files.names.length
  return (
    <p className="project-error" role="alert">
      <Icon name="error" size="small" />
      <span>
        <Text source="Damaged files: {0}" args={[formatNumber(files.count, 0)]} />
        {' – '}
        {files.names.map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several files may have one name
          <Fragment key={at}>
            {at > 0 && ', '}
            <bdi>{name}</bdi>
          </Fragment>
        ))}
        {more && ', …'}
        {'. '}
        <Text source="Put them back from a backup, or delete their records and upload them again." />
      </span>
    </p>
  )
}
