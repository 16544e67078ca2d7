import { screen } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, EmptyState, IconButton, Switch } from '@tavla/ui'
import { useActiveProject } from '../project/ActiveProject.tsx'
import { PanelState } from '../reading/PanelState.tsx'
import { useCopy } from '../reading/useCopy.ts'
import { downloadText } from './download-text.ts'
import { LogLines } from './LogLines.tsx'
import { useLogView } from './useLogView.ts'

interface LogFileViewProps {
  file: string
  /** Shows the lines from this byte on, in place of the last ones. */
  offset: number | undefined
  /** What was looked for, to be marked in the lines. */
  mark: string
}

/** One log file: its last 150 lines, older ones on demand, new ones while it is followed (contract 9.1). */
export function LogFileView({ file, offset, mark }: LogFileViewProps) {
  const { t } = useI18n()
  const { project } = useActiveProject()
  const copy = useCopy()
  const log = useLogView(project.id, file, offset)
  const { view } = log
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
            onClick={() => downloadText(`${project.id}-${name}`, content())}
          />
        </span>
      </header>
      {view?.lines.length === 0 ? (
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
            offset === undefined && view.lines.length <= screen.logLines ? (
              <Text source="Last {0} lines" args={[view.lines.length]} />
            ) : null
          }
        />
      ) : (
        <PanelState reading={log} />
      )}
    </div>
  )
}
