import { getDeviceName, type PushState } from './push.ts'

export function describePush(state: PushState): string {
  const device = getDeviceName()
  const textByState: Readonly<Record<PushState, string>> = {
    on: `This ${device} shows your notifications, also while the portal is closed.`,
    off: `This ${device} does not show your notifications while the portal is closed.`,
    denied:
      'Notifications of this portal are blocked in your browser. Allow them in the settings of this site, next to the ' +
      'address, and come back.',
    homeScreen:
      'On an iPhone or iPad, add the portal to your Home Screen first: open the share menu, choose ' +
      '‘Add to Home Screen’, and open the portal from there.',
    unsupported:
      'This browser cannot show notifications while the portal is closed. Try the latest Chrome, Firefox or Safari.',
    none: 'This portal sends no notifications to phones.',
  }
  return textByState[state]
}
