import { client } from '@tavla/app-shell/frame'
import { Text } from '@tavla/i18n/react'
import { EmptyState, Link } from '@tavla/ui'
import { useEffect } from 'react'
import { projectPath, projectsPath } from '../paths.ts'
import { ProjectName } from '../project/ProjectName.tsx'
import { projectMark } from '../project/project-mark.ts'
import { StatusPill } from '../project/StatusPill.tsx'
import { PanelState } from '../reading/PanelState.tsx'
import { useLiveReading } from '../reading/useLiveReading.ts'
import '../project/project.css'

/** The projects that run on a server, live (reference: hosting, Server). */
export function ServerProjects({ id }: { id: string }) {
  useEffect(() => client.live.watchList('Project'), [])
  const reading = useLiveReading(
    id,
    () =>
      client.entities.list('Project', {
        filters: { server: id },
        fields: ['project_name', 'status', 'color', 'icon', 'environment'],
        limit_page_length: 500,
      }),
    (event) => event.entity === 'Project',
  )
  if (!reading.value) return <PanelState reading={reading} shape="rows" />
  const { data } = reading.value
  if (data.length === 0) {
    const toProjects = (
      <Link href={projectsPath}>
        <Text source="Projects" />
      </Link>
    )
    return <EmptyState kind="empty" title={<Text source="No project runs on this server." />} action={toProjects} />
  }
  return (
    <ul className="server-projects">
      {data.map((project) => (
        <li key={project.id}>
          <Link href={projectPath(project.id)}>
            <ProjectName mark={projectMark(project)} />
          </Link>
          <StatusPill status={String(project.status)} />
        </li>
      ))}
    </ul>
  )
}
