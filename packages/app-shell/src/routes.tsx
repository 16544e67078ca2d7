import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { guard } from './boot/guard.ts'
import { createBrowserRouter } from './root/browser-router.ts'
import { Loading } from './root/Loading.tsx'
import { Root } from './root/Root.tsx'
import { ScreenFailed } from './root/ScreenFailed.tsx'
import { StartFailed } from './root/StartFailed.tsx'
import { titled } from './root/usePlace.ts'
import type { ShellOptions } from './shell.ts'
import { Login } from './sign-in/Login.tsx'
import { SignInShell } from './sign-in/SignInShell.tsx'

const loadReset = () => import('./sign-in/reset.ts')

/**
 * The public area (reference: screens, Areas). The login screen is part of the main bundle, because most
 * visitors see it first.
 */
const signIn: RouteObject = {
  Component: SignInShell,
  children: [
    { path: 'login', ...titled('Login'), Component: Login },
    {
      path: 'forgot-password',
      ...titled('Reset Password'),
      lazy: { Component: async () => (await loadReset()).ForgotPassword },
    },
    {
      path: 'validate-password',
      ...titled('Choose a New Password'),
      lazy: { Component: async () => (await loadReset()).NewPassword },
    },
  ],
}

/** An application's own code, which includes the frame. */
type LoadArea = () => Promise<{
  loadProfile(): Promise<{ MyProfile: ComponentType }>
  loadSearch(): Promise<{ SearchPage: ComponentType }>
}>

/**
 * The screens that belong to the area of every application, inside its frame: the user's own profile (reference:
 * screens, Profile) and the search over everything (reference: screens, Search everything). They load through the
 * area's code, so that the sign-in page needs none of their parts.
 */
export const commonRoutes = (loadArea: LoadArea): RouteObject[] => [
  {
    path: 'profile',
    ...titled('My Profile'),
    lazy: { Component: async () => (await (await loadArea()).loadProfile()).MyProfile },
  },
  {
    path: 'search',
    ...titled('Search everything'),
    lazy: { Component: async () => (await (await loadArea()).loadSearch()).SearchPage },
  },
]

/**
 * The public area at `/` and the application's own, behind one guard (reference: screens, Areas; screens,
 * Boot and guard).
 */
export function createAppRouter({ area, extra = [] }: ShellOptions) {
  return createBrowserRouter([
    ...extra,
    {
      path: '/',
      loader: guard,
      shouldRevalidate: () => true,
      Component: Root,
      HydrateFallback: Loading,
      ErrorBoundary: StartFailed,
      children: [signIn, keepFrame(area)],
    },
  ])
}

/** Adds an error boundary to each screen of an area, so that the frame survives a failed screen. */
const keepFrame = (area: RouteObject): RouteObject =>
  area.index ? area : { ...area, children: [{ ErrorBoundary: ScreenFailed, children: area.children ?? [] }] }
