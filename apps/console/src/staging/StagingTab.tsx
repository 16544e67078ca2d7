import { NotFound } from '@tavla/app-shell/frame'
import type { ComponentType } from 'react'
import { useParams } from 'react-router'
import { projectTabs } from '../project/tabs.ts'
import { StagingRecords } from './StagingRecords.tsx'

const found = import.meta.glob<ComponentType>('./**/*.tab.tsx', { eager: true, import: 'default' })

/** The screens of a project's own server by the tab of their address, which is the name of their file. */
const screens: Readonly<Record<string, ComponentType>> = Object.fromEntries(
  Object.entries(found).map(([file, Screen]) => [/([^/]+)\.tab\.tsx$/.exec(file)?.[1] ?? '', Screen]),
)

/** The tab that the address names. Their names are here, not among the routes, which the sign-in page loads. */
export function StagingTab() {
  const { tab = '' } = useParams()
  const Screen = Object.hasOwn(screens, tab) ? screens[tab] : undefined
  if (Screen) return <Screen key={tab} />
  const entity = projectTabs.find((one) => one.tab === tab)?.entity
  return entity === undefined ? <NotFound /> : <StagingRecords key={tab} entity={entity} tab={tab} />
}
