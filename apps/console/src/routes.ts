import { profileRoute, titled } from '@tavla/app-shell'
import { type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'

/** The operator's code. */
export const loadOperator = () => import('./operator.ts')
const loadProject = async () => (await loadOperator()).loadProject()

/** The staff app's addresses lead to the same place here (contract 6.8). */
function leaveApp({ request }: LoaderFunctionArgs): Response {
  const { pathname, search } = new URL(request.url)
  return redirect(pathname.replace(/^\/app\/*/, '/') + search)
}

const loadStaging = async () => (await loadOperator()).loadStaging()

/** The tabs that work on the project's own server. */
const staging: RouteObject = {
  lazy: { Component: async () => (await loadStaging()).StagingArea },
  children: [
    {
      path: 'editor/:record?',
      ...titled('Project Editor'),
      lazy: { Component: async () => (await (await loadOperator()).loadEditor()).Editor },
    },
    { path: 'users/:record?', lazy: { Component: async () => (await loadStaging()).Users } },
    { path: 'roles', lazy: { Component: async () => (await loadStaging()).Roles } },
    { path: 'email/:record?', lazy: { Component: async () => (await loadStaging()).Email } },
    { path: 'communication/:record?', lazy: { Component: async () => (await loadStaging()).Communications } },
    { path: 'translation/:record?', lazy: { Component: async () => (await loadStaging()).Translations } },
    { path: 'settings/:record?', lazy: { Component: async () => (await loadStaging()).Settings } },
    { path: 'google', lazy: { Component: async () => (await loadStaging()).Google } },
    { path: 'google-callback/:app?', lazy: { Component: async () => (await loadStaging()).GoogleCallback } },
    { path: 'whatsapp', lazy: { Component: async () => (await loadStaging()).Whatsapp } },
  ],
}

/** An address without an id is the list's (spec 2.3). */
const project: RouteObject = {
  path: 'project/:id',
  ...titled('Projects'),
  lazy: { Component: async () => (await loadProject()).ProjectScreen },
  children: [
    { index: true, lazy: { Component: async () => (await loadProject()).ProjectEntry } },
    { path: 'HQ_info', lazy: { Component: async () => (await loadProject()).HqInfo } },
    { path: 'logs', lazy: { Component: async () => (await (await loadOperator()).loadLogs()).Logs } },
    staging,
  ],
}

/** The operator's area (spec 2.3). */
export const area: RouteObject = {
  lazy: { Component: async () => (await loadOperator()).Frame },
  children: [
    { path: 'app/*', loader: leaveApp },
    { path: 'project', ...titled('Projects'), lazy: { Component: async () => (await loadOperator()).ProjectList } },
    project,
    {
      path: 'servers/:id?',
      ...titled('Servers'),
      lazy: { Component: async () => (await (await loadOperator()).loadServers()).Servers },
    },
    profileRoute(loadOperator),
    { path: '*', ...titled('Page not found'), lazy: { Component: async () => (await loadOperator()).NotFound } },
  ],
}
