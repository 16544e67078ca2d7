import { showError } from '@tavla/app-shell'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Link, SearchField } from '@tavla/ui'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { useActiveProject } from '../project/ActiveProject.tsx'
import { searchLogs } from './log-calls.ts'
import { logAddress } from './log-address.ts'

interface LogSearchProps {
  file: string
  text: string
  onText: (text: string) => void
}

type Found = Awaited<ReturnType<typeof searchLogs>>

/** Looks for a text in all log files of the project; a hit opens its file at that line. */
export function LogSearch({ file, text, onText }: LogSearchProps) {
  const { t } = useI18n()
  const { pathname } = useLocation()
  const { project } = useActiveProject()
  const [found, setFound] = useState<Found | null>(null)
  const [isPending, setPending] = useState(false)

  const search = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending || text.trim() === '') return
    setPending(true)
    try {
      setFound(await searchLogs(project.id, text.trim()))
    } catch (error) {
      showError(error)
    }
    setPending(false)
  }
  const change = (next: string) => {
    onText(next)
    if (next === '') setFound(null)
  }

  return (
    <>
      <form className="log-search" onSubmit={(event) => void search(event)}>
        <SearchField label={t('Search Logs')} value={text} onChange={change} onSearch={() => undefined} />
        <Button type="submit" isPending={isPending}>
          <Text source="Search" />
        </Button>
      </form>
      {found && (
        <section className="log-hits" aria-label={t('Search Logs')}>
          {found.hits.length === 0 && (
            <p role="status">
              <Text source="No results" />
            </p>
          )}
          <ol>
            {found.hits.map((hit) => (
              <li key={`${hit.file}\n${hit.offset}`}>
                <Link
                  href={pathname + logAddress(hit.file, hit.offset)}
                  dir="ltr"
                  data-own={hit.file === file || undefined}
                >
                  <span className="log-hit-file">{hit.file.split('/').at(-1)}</span>
                  <span className="log-hit-line">{hit.line}</span>
                </Link>
              </li>
            ))}
          </ol>
          {found.complete === 0 && (
            <p role="status">
              <Text source="The search is not complete." />
            </p>
          )}
        </section>
      )}
    </>
  )
}
