import { showError } from '@tavla/app-shell'
import { client } from '@tavla/app-shell/frame'
import { textOf } from '@tavla/contract'
import { readRows } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, EmptyState, Icon, notify, Select } from '@tavla/ui'
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
    const [roles, { projects }, { data }] = await Promise.all([
      readRoles(user),
      client.api.get<AccessAnswer>('/api/hq/access', { user }),
      client.entities.list('Project', {
        fields: ['project_name', 'color', 'icon', 'environment'],
        order_by: 'project_name asc',
        limit_page_length: 500,
      }),
    ])
    return { roles, projects: data, levels: Object.fromEntries(projects.map(({ project, level }) => [project, level])) }
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
      <RoleNote roles={value.roles} />
      <dl className="level-words">
        {levels.map((level) => (
          <div key={level}>
            <dt>
              <Text source={level} context="level" />
            </dt>
            <dd>
              <Text source={levelWords[level]} />
            </dd>
          </div>
        ))}
      </dl>
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

/** Each level may do what the ones before it may (reference: hosting, Levels). */
const levelWords: Readonly<Record<(typeof levels)[number], string>> = {
  View: 'sees the project, its logs, backups and alerts',
  Operate: 'also starts, stops and backs up',
  Design: 'also signs in, clones, compares backups and plans promotions',
  Manage: 'also restores, applies promotions and edits the project',
}

/** Says where the levels do not decide: a role manages all projects, or the one that they belong to is missing. */
function RoleNote({ roles }: { roles: readonly string[] }) {
  const wider = ['System Manager', 'Operator'].find((role) => roles.includes(role))
  if (wider === undefined && roles.includes('Project Operator')) return null
  return (
    <p className="access-note">
      <Icon name="info" size="small" />
      {wider === undefined ? (
        <Text source="The levels count once this person has the role {0}." args={[{ translate: 'Project Operator' }]} />
      ) : (
        <Text source="The role {0} manages all projects, whatever the levels say." args={[{ translate: wider }]} />
      )}
    </p>
  )
}

/** The roles that a person has, by their profiles too. */
async function readRoles(user: string): Promise<readonly string[]> {
  const person = await client.entities.get('User', user)
  const profiles = readRows(person.role_profiles).map((row) => textOf(row.role_profile))
  const held = await Promise.all(profiles.map((profile) => client.entities.get('Role Profile', profile)))
  const roles = [person, ...held].flatMap((one) => readRows(one.roles)).map((row) => textOf(row.role))
  return user === 'Administrator' ? ['System Manager', ...roles] : roles
}
