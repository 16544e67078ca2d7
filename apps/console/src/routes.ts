import { commonRoutes, titled } from '@tavla/app-shell'
import { type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import type { ScreenName } from './operator.ts'

/** The operator's code. */
export const loadOperator = () => import('./operator.ts')

/** A lazy route of one of its screens. */
const screen = (name: ScreenName) => ({ lazy: { Component: async () => (await loadOperator()).loadScreen(name) } })

/** Redirects the staff app's addresses to the same place here (reference: screens, Areas). */
function leaveApp({ request }: LoaderFunctionArgs): Response {
  const { pathname, search } = new URL(request.url)
  return redirect(pathname.replace(/^\/app\/*/, '/') + search)
}

/** The tabs that work on the project's own server. */
const staging: RouteObject = {
  ...screen('StagingArea'),
  children: [
    {
      path: 'editor/:record?',
      ...titled('Project Editor'),
      ...screen('Editor'),
    },
    { path: ':tab/:record?', ...screen('StagingTab') },
  ],
}

/** An address without an id shows the list (reference: screens, Areas). */
const project: RouteObject = {
  path: 'project/:id',
  ...titled('Projects'),
  ...screen('ProjectScreen'),
  children: [
    { index: true, ...screen('ProjectEntry') },
    { path: 'HQ_info', ...screen('HqInfo') },
    { path: 'logs', ...screen('Logs') },
    { path: 'backups/:record?', ...screen('Backups') },
    { path: 'promote/:record?', ...screen('Promote') },
    staging,
  ],
}

/** The operator's area (reference: screens, Areas). */
export const area: RouteObject = {
  ...screen('Frame'),
  children: [
    { path: 'app/*', loader: leaveApp },
    { path: 'project', ...titled('Projects'), ...screen('ProjectList') },
    project,
    {
      path: 'servers/:id?',
      ...titled('Servers'),
      ...screen('Servers'),
    },
    { path: 'hq/:tab?/:id?', ...titled('HQ'), ...screen('HqScreen') },
    { path: 'audit/:id?', ...titled('Audit'), ...screen('Audit') },
    {
      path: '~inbox',
      ...titled('Inbox'),
      lazy: { Component: async () => (await (await loadOperator()).loadInbox()).Inbox },
    },
    ...commonRoutes(loadOperator),
    { path: '*', ...titled('Page not found'), ...screen('NotFound') },
  ],
}
