import { profileRoute, titled } from '@tavla/app-shell'
import type { ComponentType } from 'react'
import { type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'

/** The operator's code. */
export const loadOperator = () => import('./operator.ts')

/** A screen of it, told how it is found there. */
const screen = (find: (operator: Operator) => ComponentType | Promise<ComponentType>) => ({
  lazy: { Component: async () => find(await loadOperator()) },
})
type Operator = typeof import('./operator.ts')

/** The staff app's addresses lead to the same place here (contract 6.8). */
function leaveApp({ request }: LoaderFunctionArgs): Response {
  const { pathname, search } = new URL(request.url)
  return redirect(pathname.replace(/^\/app\/*/, '/') + search)
}

/** The tabs that work on the project's own server. */
const staging: RouteObject = {
  ...screen(async (it) => (await it.loadStaging()).StagingArea),
  children: [
    {
      path: 'editor/:record?',
      ...titled('Project Editor'),
      ...screen(async (it) => (await it.loadEditor()).Editor),
    },
    { path: ':tab/:record?', ...screen(async (it) => (await it.loadStaging()).StagingTab) },
  ],
}

/** An address without an id is the list's (spec 2.3). */
const project: RouteObject = {
  path: 'project/:id',
  ...titled('Projects'),
  ...screen(async (it) => (await it.loadProject()).ProjectScreen),
  children: [
    { index: true, ...screen(async (it) => (await it.loadProject()).ProjectEntry) },
    { path: 'HQ_info', ...screen(async (it) => (await it.loadProject()).HqInfo) },
    { path: 'logs', ...screen(async (it) => (await it.loadLogs()).Logs) },
    staging,
  ],
}

/** The operator's area (spec 2.3). */
export const area: RouteObject = {
  ...screen((it) => it.Frame),
  children: [
    { path: 'app/*', loader: leaveApp },
    { path: 'project', ...titled('Projects'), ...screen((it) => it.ProjectList) },
    project,
    {
      path: 'servers/:id?',
      ...titled('Servers'),
      ...screen(async (it) => (await it.loadServers()).Servers),
    },
    profileRoute(loadOperator),
    { path: '*', ...titled('Page not found'), ...screen((it) => it.NotFound) },
  ],
}
