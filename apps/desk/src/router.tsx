import { createBrowserRouter, type RouteObject } from 'react-router'
import { guard } from './boot/guard.ts'
import { Loading } from './root/Loading.tsx'
import { Root } from './root/Root.tsx'
import { StartFailed } from './root/StartFailed.tsx'

/** What a route says of itself: the title in top bar and window. */
export interface RouteHandle {
  title: string
}

const titled = (title: string): { handle: RouteHandle } => ({ handle: { title } })

const signIn: RouteObject = {
  lazy: { Component: async () => (await import('./sign-in/SignInShell.tsx')).SignInShell },
  children: [
    {
      path: 'login',
      ...titled('Login'),
      lazy: { Component: async () => (await import('./screens/Login.tsx')).Login },
    },
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

const entityScreen = async () => (await import('./screens/EntityScreen.tsx')).EntityScreen

const staff: RouteObject = {
  lazy: { Component: async () => (await import('./frame/Frame.tsx')).Frame },
  children: [
    { path: 'app', ...titled('Home'), lazy: { Component: async () => (await import('./screens/Home.tsx')).Home } },
    // One screen for list and record, so that the list stays as it is while records come and go.
    { path: 'app/:entity/:id?/:tab?', lazy: { Component: entityScreen } },
    {
      path: '*',
      ...titled('Page not found'),
      lazy: { Component: async () => (await import('./screens/NotFound.tsx')).NotFound },
    },
  ],
}

const gallery: RouteObject = {
  path: 'dev/gallery',
  lazy: { Component: async () => (await import('./dev/Gallery.tsx')).Gallery },
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
