import { showError } from '@tavla/app-shell'
import { client } from '@tavla/app-shell/frame'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, EmptyState, notify, Select } from '@tavla/ui'
import { useState } from 'react'
import { levels } from '../project/levels.ts'
import { ProjectName } from '../project/ProjectName.tsx'
import { projectMark } from '../project/project-mark.ts'
import { PanelState } from '../reading/PanelState.tsx'
import { useLiveReading } from '../reading/useLiveReading.ts'

interface AccessAnswer {
  projects: readonly { project: string; level: string }[]
}

/** The level of a Project Operator in each project (reference: screens, HQ in the console). */
export function OperatorAccess({ user }: { user: string }) {
  const { t } = useI18n()
  const reading = useLiveReading(user, async () => {
    const [{ projects }, { data }] = await Promise.all([
      client.api.get<AccessAnswer>('/api/hq/access', { user }),
      client.entities.list('Project', {
        fields: ['project_name', 'color', 'icon', 'environment'],
        order_by: 'project_name asc',
        limit_page_length: 500,
      }),
    ])
    return { projects: data, levels: Object.fromEntries(projects.map(({ project, level }) => [project, level])) }
  })
  const [changed, setChanged] = useState<Readonly<Record<string, string>>>({})
  const [isSaving, setSaving] = useState(false)
  const { value } = reading
  if (!value) return <PanelState reading={reading} shape="rows" />
  if (value.projects.length === 0) return <EmptyState kind="empty" title={<Text source="No project yet" />} />
  const now: Readonly<Record<string, string>> = { ...value.levels, ...changed }
  const isChanged = value.projects.some(({ id }) => (now[id] ?? '') !== (value.levels[id] ?? ''))
  const save = async () => {
    setSaving(true)
    const projects = Object.entries(now).flatMap(([project, level]) => (level ? [{ project, level }] : []))
    try {
      await client.api.put('/api/hq/access', { user, projects })
      await reading.reload()
      setChanged({})
      notify(t('Saved'), { tone: 'success' })
    } catch (error) {
      showError(error)
    }
    setSaving(false)
  }
  const options = [
    { value: '', label: '–' },
    ...levels.map((level) => ({ value: level, label: t(level, undefined, 'level') })),
  ]
  return (
    <div className="operator-access">
      <ul>
        {value.projects.map((project) => (
          <li key={project.id} data-changed={(now[project.id] ?? '') !== (value.levels[project.id] ?? '') || undefined}>
            <ProjectName mark={projectMark(project)} />
            <Select
              aria-label={t('Level of {0}', [projectMark(project).name])}
              options={options}
              value={now[project.id] ?? ''}
              onChange={(level) => setChanged({ ...changed, [project.id]: level })}
            />
          </li>
        ))}
      </ul>
      <footer>
        <Button disabled={!isChanged} onClick={() => setChanged({})}>
          <Text source="Discard" />
        </Button>
        <Button variant="primary" disabled={!isChanged} isPending={isSaving} onClick={() => void save()}>
          <Text source="Save" />
        </Button>
      </footer>
    </div>
  )
}
