import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createRouter as createRouter,
  type DataRouter,
  UNSAFE_hydrationRouteProperties as hydrationRouteProperties,
  UNSAFE_defaultMapRouteProperties as mapRouteProperties,
  type RouteObject,
} from 'react-router'

/**
 * What the router's own `createBrowserRouter` does, part by part: that function stands in one module with forms, fetchers and
 * a framework's prefetching, which no bundler can leave out and which weigh more than our sign-in screens.
 */
export function createBrowserRouter(routes: RouteObject[]): DataRouter {
  const history = createBrowserHistory()
  return createRouter({ history, routes, mapRouteProperties, hydrationRouteProperties }).initialize()
}
