import { showError } from '@tavla/app-shell'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, SearchField, Select, useShortcut } from '@tavla/ui'
import { type FormEvent, useRef, useState } from 'react'
import { type LogSearchResult, searchLogs } from './log-calls.ts'
import { type LogLevel, logLevels } from './log-level.ts'

interface LogSearchProps {
  /** Id of the project, or that of HQ itself. */
  source: string
  text: string
  onText: (text: string) => void
  level: LogLevel
  onLevel: (level: LogLevel) => void
  /** The open file; without it the search covers all files. */
  file: string | undefined
  isFound: boolean
  /** Called with the result; null when the search was cleared. */
  onFound: (found: LogSearchResult | null) => void
}

/**
 * Searches for a text in one log file of the project or in all of them, in lines of one level or of any (reference:
 * hosting, Log calls).
 */
export function LogSearch({ source, text, onText, level, onLevel, file, isFound, onFound }: LogSearchProps) {
  const { t } = useI18n()
  const [isPending, setPending] = useState(false)
  const [isInFile, setInFile] = useState(false)
  const turn = useRef(0)

  const form = useRef<HTMLFormElement>(null)
  useShortcut('/', () => form.current?.querySelector('input')?.focus(), { label: t('Search') })

  const search = async (where: { level: LogLevel; file: string | undefined }) => {
    if (text.trim() === '') return
    const mine = ++turn.current
    setPending(true)
    try {
      const found = await searchLogs(source, text.trim(), where)
      if (mine === turn.current) onFound(found)
    } catch (error) {
      if (mine === turn.current) showError(error)
    }
    if (mine === turn.current) setPending(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) void search({ level, file: isInFile ? file : undefined })
  }
  const change = (next: string) => {
    onText(next)
    if (next === '') onFound(null)
  }
  const changeLevel = (value: string) => {
    const next = logLevels.find((one) => one.level === value)?.level ?? ''
    onLevel(next)
    if (isFound) void search({ level: next, file: isInFile ? file : undefined })
  }
  const changePlace = (value: string) => {
    const isOne = value === 'file'
    setInFile(isOne)
    if (isFound) void search({ level, file: isOne ? file : undefined })
  }

  const levels = logLevels.map((one) => ({ value: one.level, label: t(one.label), source: one.label }))
  const places = [
    { value: 'all', label: t('All Files'), source: 'All Files' },
    { value: 'file', label: file?.split('/').at(-1) ?? t('This File') },
  ]
  return (
    <form ref={form} className="log-search" onSubmit={submit}>
      <SearchField label={t('Search Logs')} value={text} onChange={change} onSearch={() => undefined} />
      <Button type="submit" isPending={isPending}>
        <Text source="Search" />
      </Button>
      <div className="log-search-where">
        <Select label={<Text source="Level" />} isLabelHidden options={levels} value={level} onChange={changeLevel} />
        <Select
          label={<Text source="Search In" />}
          isLabelHidden
          disabled={file === undefined}
          options={places}
          value={isInFile && file !== undefined ? 'file' : 'all'}
          onChange={changePlace}
        />
      </div>
    </form>
  )
}
