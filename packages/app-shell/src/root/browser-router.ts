import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createRouter as createRouter,
  type DataRouter,
  UNSAFE_hydrationRouteProperties as hydrationRouteProperties,
  UNSAFE_defaultMapRouteProperties as mapRouteProperties,
  type RouteObject,
} from 'react-router'

/**
 * The parts of the router's own `createBrowserRouter`, assembled here: that function shares a module with forms,
 * fetchers and prefetching, which bundlers cannot drop and which are larger than our sign-in screens.
 */
export function createBrowserRouter(routes: RouteObject[]): DataRouter {
  const history = createBrowserHistory()
  return createRouter({ history, routes, mapRouteProperties, hydrationRouteProperties }).initialize()
}
