import type { RouteObject } from 'react-router'
import { guard } from './boot/guard.ts'
import { createBrowserRouter } from './root/browser-router.ts'
import { Loading } from './root/Loading.tsx'
import { Root } from './root/Root.tsx'
import { StartFailed } from './root/StartFailed.tsx'
import { Login } from './screens/Login.tsx'
import { SignInShell } from './sign-in/SignInShell.tsx'

/** What a route says of itself: the title in top bar and window. */
export interface RouteHandle {
  title: string
}

const titled = (title: string): { handle: RouteHandle } => ({ handle: { title } })

/** The public area (spec 2.1). The login screen comes with the application itself, as the first thing most will see. */
const signIn: RouteObject = {
  Component: SignInShell,
  children: [
    { path: 'login', ...titled('Login'), Component: Login },
    {
      path: 'forgot-password',
      ...titled('Reset Password'),
      lazy: { Component: async () => (await import('./screens/ForgotPassword.tsx')).ForgotPassword },
    },
    {
      path: 'validate-password',
      ...titled('Choose a New Password'),
      lazy: { Component: async () => (await import('./screens/NewPassword.tsx')).NewPassword },
    },
  ],
}

const loadStaff = () => import('./staff.ts')

const staff: RouteObject = {
  lazy: { Component: async () => (await loadStaff()).Frame },
  children: [
    { path: 'app', ...titled('Home'), lazy: { Component: async () => (await loadStaff()).Home } },
    // One screen for list and record, so that the list stays as it is while records come and go.
    { path: 'app/:entity/:id?', lazy: { Component: async () => (await loadStaff()).EntityScreen } },
    {
      path: 'profile',
      ...titled('My Profile'),
      lazy: { Component: async () => (await import('./screens/MyProfile.tsx')).MyProfile },
    },
    { path: '*', ...titled('Page not found'), lazy: { Component: async () => (await loadStaff()).NotFound } },
  ],
}

const gallery: RouteObject = {
  path: 'dev/gallery',
  lazy: { Component: async () => (await import('./dev/Gallery.tsx')).Gallery },
  HydrateFallback: Loading,
}

/** The public area at `/` and the staff area under `/app`, behind one guard (spec 2.1, 2.2). */
export function createAppRouter() {
  return createBrowserRouter([
    ...(import.meta.env.DEV ? [gallery] : []),
    {
      path: '/',
      loader: guard,
      shouldRevalidate: () => true,
      Component: Root,
      HydrateFallback: Loading,
      ErrorBoundary: StartFailed,
      children: [signIn, staff],
    },
  ])
}
