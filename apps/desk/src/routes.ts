import { commonRoutes, Loading, titled } from '@tavla/app-shell'
import type { RouteObject } from 'react-router'

const loadStaff = () => import('./staff.ts')

/** The staff area under `/app` (reference: screens, Areas). */
export const area: RouteObject = {
  lazy: { Component: async () => (await loadStaff()).Frame },
  children: [
    { path: 'app', ...titled('Home'), lazy: { Component: async () => (await (await loadStaff()).loadHome()).Home } },
    {
      path: 'app/~inbox',
      ...titled('Inbox'),
      lazy: { Component: async () => (await (await loadStaff()).loadInbox()).Inbox },
    },
    {
      path: 'app/~unmatched/:id?',
      ...titled('Unmatched'),
      lazy: { Component: async () => (await (await loadStaff()).loadUnmatched()).Unmatched },
    },
    {
      path: 'app/~import/:entity/:job?',
      lazy: { Component: async () => (await (await loadStaff()).loadImport()).Import },
    },
    // One screen for list and record, so that the list stays mounted while records open and close.
    { path: 'app/:entity/:id?', lazy: { Component: async () => (await loadStaff()).EntityScreen } },
    ...commonRoutes(loadStaff),
    { path: '*', ...titled('Page not found'), lazy: { Component: async () => (await loadStaff()).NotFound } },
  ],
}

const gallery: RouteObject = {
  path: 'dev/gallery',
  lazy: { Component: async () => (await import('./dev/Gallery.tsx')).Gallery },
  HydrateFallback: Loading,
}

const fields: RouteObject = {
  path: 'dev/fields',
  lazy: { Component: async () => (await import('./dev/Fields.tsx')).Fields },
  HydrateFallback: Loading,
}

/** Development only: the galleries. */
export const extra: readonly RouteObject[] = import.meta.env.DEV ? [gallery, fields] : []
