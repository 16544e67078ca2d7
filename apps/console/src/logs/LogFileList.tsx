import { type Reading, useEnvironment } from '@tavla/entity-ui'
import { Text, useI18n, useNow, useTimes } from '@tavla/i18n/react'
import { Button, EmptyState } from '@tavla/ui'
import { useLocation } from 'react-router'
import { FileSize } from '../reading/FileSize.tsx'
import { LineLink } from '../reading/LineLink.tsx'
import { PanelState } from '../reading/PanelState.tsx'
import { logAddress } from './log-address.ts'
import type { LogFile } from './log-calls.ts'
import { useLinkStops } from './useLinkStops.ts'

interface LogFileListProps {
  files: Reading<readonly LogFile[]>
  active: string | undefined
}

/** The log files, newest first, each with its size and age. */
export function LogFileList({ files, active }: LogFileListProps) {
  const { t } = useI18n()
  const { formatRelative, formatMoment } = useTimes()
  const now = useNow(useEnvironment().now)
  const { pathname, search } = useLocation()
  const isActive = ({ path, name }: LogFile) => path === active || name === active
  const { tabIndexOf, handlers } = useLinkStops(files.value?.length ?? 0, files.value?.findIndex(isActive) ?? -1)
  if (!files.value) return <PanelState reading={files} shape="rows" />
  if (files.value.length === 0) {
    const reload = (
      <Button onClick={() => void files.reload()}>
        <Text source="Refresh" />
      </Button>
    )
    return <EmptyState kind="empty" title={<Text source="No log files yet" />} action={reload} />
  }
  return (
    <ul className="line-list" aria-label={t('Log Files')} {...handlers}>
      {files.value.map((file, index) => {
        const { name, path, size, modified } = file
        return (
          <li key={path}>
            <LineLink
              className="log-file"
              href={pathname + logAddress(path, undefined, search)}
              tabIndex={tabIndexOf(index)}
              aria-current={isActive(file) || undefined}
            >
              <bdi dir="ltr">{name}</bdi>
              <span className="log-file-facts">
                <FileSize bytes={size} />
                <time dateTime={modified.slice(0, 19).replace(' ', 'T')} title={formatMoment(modified)}>
                  {formatRelative(modified, now)}
                </time>
              </span>
            </LineLink>
          </li>
        )
      })}
    </ul>
  )
}
