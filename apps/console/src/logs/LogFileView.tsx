import { Text, useI18n } from '@tavla/i18n/react'
import { Button, EmptyState, IconButton, Switch } from '@tavla/ui'
import { useMemo } from 'react'
import { PanelState } from '../reading/PanelState.tsx'
import { useCopy } from '../reading/useCopy.ts'
import { downloadText } from './download-text.ts'
import { LogLines } from './LogLines.tsx'
import { type LogLevel, linesOf } from './log-level.ts'
import { logLines } from './log-lines.ts'
import { useLogView } from './useLogView.ts'

interface LogFileViewProps {
  /** Id of the project, or that of HQ itself. */
  source: string
  file: string
  /** Shows the lines from this byte on, instead of the last ones. */
  offset: number | undefined
  /** The search text, which is marked in the lines. */
  mark: string
  /** Shows only lines of this level. */
  level: LogLevel
  onAllLevels: () => void
}

/** One log file: its last 150 lines, older ones on demand, new ones while following (reference: hosting, Log calls). */
export function LogFileView({ source, file, offset, mark, level, onAllLevels }: LogFileViewProps) {
  const { t } = useI18n()
  const copy = useCopy()
  const log = useLogView(source, file, offset)
  const view = useMemo(() => log.view && { ...log.view, lines: linesOf(log.view.lines, level) }, [log.view, level])
  const name = file.split('/').at(-1) ?? file
  const content = () => (view?.lines ?? []).map((line) => `${line.text}\n`).join('')

  return (
    <div className="log-view">
      <header className="log-head">
        <h2>
          <bdi dir="ltr">{name}</bdi>
        </h2>
        <Switch isChecked={log.isFollowing} onChange={log.setFollowing}>
          <Text source="Follow" />
        </Switch>
        <span className="log-tools">
          <IconButton icon="refresh" label={t('Refresh')} onClick={() => void log.reload()} />
          <IconButton icon="content_copy" label={t('Copy')} disabled={!view} onClick={() => void copy(content())} />
          <IconButton
            icon="download"
            label={t('Download')}
            disabled={!view}
            onClick={() => downloadText(`${source}-${name}`, content())}
          />
        </span>
      </header>
      {log.view?.lines.length === 0 ? (
        <EmptyState
          kind="empty"
          title={<Text source="This file is empty." />}
          action={
            <Button onClick={() => void log.reload()}>
              <Text source="Refresh" />
            </Button>
          }
        />
      ) : view ? (
        <LogLines
          view={view}
          isFollowing={log.isFollowing}
          hasTarget={offset !== undefined}
          mark={mark}
          top={
            view.start > 0 ? (
              <Button size="small" isPending={log.isReading} onClick={() => void log.loadOlder()}>
                <Text source="Older Lines" />
              </Button>
            ) : null
          }
          note={
            <Note
              lines={view.lines.length}
              isFiltered={level !== ''}
              isLastPage={offset === undefined && view.start > 0 && view.lines.length <= logLines}
              onAllLevels={onAllLevels}
            />
          }
        />
      ) : (
        <PanelState reading={log} />
      )}
    </div>
  )
}

interface NoteProps {
  lines: number
  isFiltered: boolean
  isLastPage: boolean
  onAllLevels: () => void
}

/** The part of the file on screen, if it is not the whole. */
function Note({ lines, isFiltered, isLastPage, onAllLevels }: NoteProps) {
  if (isFiltered)
    return (
      <>
        {lines === 0 ? <Text source="No results" /> : <Text source="Lines of this level: {0}" args={[lines]} />}{' '}
        <Button size="small" variant="quiet" onClick={onAllLevels}>
          <Text source="All Levels" />
        </Button>
      </>
    )
  return isLastPage ? <Text source="Last {0} lines" args={[lines]} /> : null
}
