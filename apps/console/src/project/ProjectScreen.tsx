import { useScreenFocus } from '@tavla/app-shell/frame'
import { Text, useI18n } from '@tavla/i18n/react'
import { addIcons, Link, notify, projectIcons, Tabs, useMediaQuery, useShortcut } from '@tavla/ui'
import { useEffect } from 'react'
import { Outlet, useLocation, useNavigate, useParams } from 'react-router'
import { projectPath, projectsPath } from '../paths.ts'
import { PanelState } from '../reading/PanelState.tsx'
import { ActiveProjectProvider } from './ActiveProject.tsx'
import { noteProject } from './left-project.ts'
import { projectMark } from './project-mark.ts'
import { stagingHost } from './staging-host.ts'
import { projectTabs, tabLabel } from './tabs.ts'
import { useProject } from './useProject.ts'
import { useProjectMark } from './useProjectMark.ts'
import { useWarmTabs } from './useWarmTabs.ts'
import './project.css'

addIcons(projectIcons)

/**
 * A project: its tabs, in its colour, with the tab in the address (reference: screens, Frame; screens,
 * Projects in the console).
 */
export function ProjectScreen() {
  const { id = '' } = useParams()
  return <Project key={id} id={id} />
}

function Project({ id }: { id: string }) {
  const { t } = useI18n()
  const { pathname } = useLocation()
  const project = useProject(id)
  const mark = project.value && projectMark(project.value)
  const isVertical = useMediaQuery('(min-width: 75rem)')
  const isRunning = project.value?.status === 'Running'
  useProjectMark(mark, (isRunning && stagingHost(project.value?.staging_url)) || undefined)
  useScreenFocus(mark?.name)
  useWarmTabs()
  useEffect(() => noteProject(id), [id])
  const isDeleted = project.value !== undefined && project.error?.code === 404
  const navigate = useNavigate()
  useShortcut('b', () => void navigate(projectsPath), { label: t('Back to the list') })
  useEffect(() => {
    if (!isDeleted) return
    notify(t('This record was deleted.'))
    void navigate(projectsPath, { replace: true })
  }, [isDeleted, navigate, t])

  if (!project.value || isDeleted) {
    const back = (
      <Link href={projectsPath}>
        <Text source="Projects" />
      </Link>
    )
    const isGone = project.error !== undefined && project.error.code >= 403 && project.error.code <= 404
    return <PanelState reading={project} shape="form" action={isGone ? back : undefined} />
  }
  return (
    <ActiveProjectProvider project={project.value}>
      <div className="project color-edge" data-color={mark?.color} data-environment={mark?.environment}>
        <Tabs
          label={t('Project')}
          tabs={projectTabs.map(({ tab, icon, startsGroup }) => ({
            id: tab,
            label: <Text source={tabLabel(tab)} />,
            ...{ icon, startsGroup },
          }))}
          isVertical={isVertical}
          baseRoute={projectPath(id)}
          path={pathname}
        >
          <Outlet />
        </Tabs>
      </div>
    </ActiveProjectProvider>
  )
}
