import { preload, startApp } from '@tavla/app-shell'
import { area, loadOperator } from './routes.ts'

startApp({
  home: '/project',
  area,
  isInside: (path) => /^\/(project|servers)(\/|$)/.test(path),
  warmUp(path) {
    void loadOperator().then(({ loadProject, loadServers }) => {
      if (path.startsWith('/project/')) void loadProject()
      else if (path.startsWith('/servers')) void loadServers()
    })
    if (path === '/' || path === '/project') preload('Project')
    else if (path.startsWith('/servers')) preload('Server')
  },
})
