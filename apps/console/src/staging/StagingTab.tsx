import { NotFound } from '@tavla/app-shell/frame'
import type { ComponentType } from 'react'
import { useParams } from 'react-router'
import { projectTabs } from '../project/tabs.ts'
import { StagingRecords } from './StagingRecords.tsx'

const found = import.meta.glob<ComponentType>('./**/*.tab.tsx', { eager: true, import: 'default' })

/** The screens on a project's own server, by their tab, which is the name of their file. */
const screens: Readonly<Record<string, ComponentType>> = Object.fromEntries(
  Object.entries(found).map(([file, Screen]) => [/([^/]+)\.tab\.tsx$/.exec(file)?.[1] ?? '', Screen]),
)

/** The tab in the address. Its file is found here and not in the routes, because the sign-in page loads those. */
export function StagingTab() {
  const { tab = '' } = useParams()
  const Screen = Object.hasOwn(screens, tab) ? screens[tab] : undefined
  if (Screen) return <Screen key={tab} />
  const entity = projectTabs.find((one) => one.tab === tab)?.entity
  return entity === undefined ? <NotFound /> : <StagingRecords key={tab} entity={entity} tab={tab} />
}
