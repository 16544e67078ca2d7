import { Text, useI18n } from '@tavla/i18n/react'
import { Button, EmptyState } from '@tavla/ui'
import { useLocation } from 'react-router'
import { LineLink } from '../reading/LineLink.tsx'
import { logAddress } from './log-address.ts'
import type { LogSearchResult } from './log-calls.ts'
import { useLinkStops } from './useLinkStops.ts'

interface LogHitsProps {
  found: LogSearchResult
  onClear: () => void
}

/** The lines that contain the search text, newest first; each opens its file there. */
export function LogHits({ found: { hits, complete }, onClear }: LogHitsProps) {
  const { t } = useI18n()
  const { pathname, search } = useLocation()
  const addresses = hits.map(({ file, offset }) => logAddress(file, offset, search))
  const { tabIndexOf, handlers } = useLinkStops(hits.length, addresses.indexOf(search))
  if (hits.length === 0) {
    const clear = (
      <Button onClick={onClear}>
        <Text source="Clear" />
      </Button>
    )
    const note = complete === 0 ? <Text source="The search is not complete." /> : undefined
    return <EmptyState kind="noResult" title={<Text source="No results" />} description={note} action={clear} />
  }
  return (
    <div className="line-list">
      {complete === 0 && (
        <p className="log-note" role="status">
          <Text source="The search is not complete." />
        </p>
      )}
      <ol aria-label={t('Search Logs')} {...handlers}>
        {hits.map(({ file, line }, index) => {
          const address = addresses[index] ?? ''
          return (
            <li key={address}>
              <LineLink
                className="log-hit"
                dir="ltr"
                tabIndex={tabIndexOf(index)}
                href={pathname + address}
                aria-current={address === search || undefined}
              >
                <span className="log-hit-file">{file.split('/').at(-1)}</span>
                <span className="log-hit-line">{line}</span>
              </LineLink>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
