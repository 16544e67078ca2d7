import { showError } from '@tavla/app-shell'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, SearchField, useShortcut } from '@tavla/ui'
import { type FormEvent, useRef, useState } from 'react'
import { useActiveProject } from '../project/ActiveProject.tsx'
import { type LogSearchResult, searchLogs } from './log-calls.ts'

interface LogSearchProps {
  text: string
  onText: (text: string) => void
  /** Told of what was found; null when the search was emptied. */
  onFound: (found: LogSearchResult | null) => void
}

/** Looks for a text in all log files of the project (contract 9.1). */
export function LogSearch({ text, onText, onFound }: LogSearchProps) {
  const { t } = useI18n()
  const { project } = useActiveProject()
  const [isPending, setPending] = useState(false)

  const form = useRef<HTMLFormElement>(null)
  useShortcut('/', () => form.current?.querySelector('input')?.focus(), { label: t('Search') })

  const search = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending || text.trim() === '') return
    setPending(true)
    try {
      onFound(await searchLogs(project.id, text.trim()))
    } catch (error) {
      showError(error)
    }
    setPending(false)
  }
  const change = (next: string) => {
    onText(next)
    if (next === '') onFound(null)
  }

  return (
    <form ref={form} className="log-search" onSubmit={(event) => void search(event)}>
      <SearchField label={t('Search Logs')} value={text} onChange={change} onSearch={() => undefined} />
      <Button type="submit" isPending={isPending}>
        <Text source="Search" />
      </Button>
    </form>
  )
}
