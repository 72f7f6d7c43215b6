import { Bell, House, Megaphone, Menu, Package, ReceiptText, Wrench } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import windowArt from '#ui/art/window-phone-day.svg'
import { FileImage } from '#ui/controls/image-picker.tsx'
import { SegmentedControl } from '#ui/controls/segmented-control.tsx'
import type { MobileSettings } from '@tahanan/contract/settings/mobile-settings.ts'
import { getReadableTextColour, toPickerColour } from './colours.ts'

interface PreviewImage {
  chosenFile: File | undefined
  current: string | undefined
}

interface PhonePreviewProps {
  settings: MobileSettings
  logo: PreviewImage
  background: PreviewImage
}

const PREVIEW_SCREENS = { login: 'Login', home: 'Home', menu: 'Menu' } as const
type ScreenName = keyof typeof PREVIEW_SCREENS

export function PhonePreview({ settings, logo, background }: PhonePreviewProps) {
  const [screen, setScreen] = useState<ScreenName>('login')
  const title = settings.appTitle.trim() || settings.appName
  return (
    <div className="phonepreview stack">
      <SegmentedControl
        aria-label="Screen of the preview"
        options={(Object.keys(PREVIEW_SCREENS) as ScreenName[]).map((value) => ({
          value,
          label: PREVIEW_SCREENS[value],
        }))}
        value={screen}
        onChange={setScreen}
      />
      <div
        className="handset"
        role="img"
        aria-label={`Preview of the app, ${PREVIEW_SCREENS[screen]}`}
        style={getColourStyles(settings)}
      >
        <div className="screen" inert>
          {screen === 'login' ? (
            <LoginScreen title={title} background={background} />
          ) : (
            <HomeScreen title={title} logo={logo} menu={screen === 'menu'} />
          )}
        </div>
      </div>
      <p className="help">Follows what you type. Nothing changes in the app until you submit.</p>
    </div>
  )
}

function getColourStyles(settings: MobileSettings): CSSProperties {
  const getColour = (name: keyof MobileSettings): string =>
    toPickerColour(settings[name]) === undefined ? 'transparent' : settings[name]
  return {
    '--app-header': getColour('headerBackgroundColor'),
    '--app-header-ink': getReadableTextColour(settings.headerBackgroundColor),
    '--app-footer': getColour('footerNavigationBackgroundColor'),
    '--app-footer-ink': getReadableTextColour(settings.footerNavigationBackgroundColor),
    '--app-drawer': getColour('drawerNavigationBackgroundColor'),
    '--app-drawer-ink': getReadableTextColour(settings.drawerNavigationBackgroundColor),
    '--app-first': getColour('primaryButtonBackgroundColor'),
    '--app-first-edge': getColour('primaryButtonBorderColor'),
    '--app-first-ink': getColour('primaryButtonLabelColor'),
    '--app-second': getColour('secondaryButtonBackgroundColor'),
    '--app-second-edge': getColour('secondaryButtonBorderColor'),
    '--app-second-ink': getColour('secondaryButtonLabelColor'),
  } as CSSProperties
}

function LoginScreen({ title, background }: { title: string; background: PreviewImage }) {
  return (
    <div className="applogin">
      <div className="window">
        <PreviewPicture image={background} />
        {!background.chosenFile && !background.current && <img src={windowArt} alt="" />}
      </div>
      <div className="sill">
        <b className="cut-line">{title}</b>
        <small>Your property management portal</small>
      </div>
      <div className="appform stack">
        <strong>Welcome home</strong>
        <span className="appfield">Client code</span>
        <span className="appfield">Password</span>
        <span className="appbtn">Log in</span>
        <span className="appbtn second">Terms and Conditions</span>
      </div>
    </div>
  )
}

const MENU_ENTRIES = ['Dashboard', 'Gate Pass', 'Job Orders', 'Reservations', 'Visitors', 'Billings'] as const
const FOOTER_ENTRIES = [
  ['Home', House],
  ['Services', Package],
  ['Billings', ReceiptText],
  ['News', Megaphone],
] as const

function HomeScreen({ title, logo, menu }: { title: string; logo: PreviewImage; menu: boolean }) {
  return (
    <div className="apphome">
      <div className="appheader row">
        {logo.chosenFile || logo.current ? (
          <PreviewPicture image={logo} />
        ) : (
          <b className="cut-line">{title}</b>
        )}
        <Bell />
        <Menu />
      </div>
      <div className="appbody">
        <strong>Magandang umaga, Ana</strong>
        <div className="appcard">
          <small>From the PMO</small>
          <b>Water interruption on Saturday</b>
          <span>The cistern will be cleaned from 8:00 AM to 5:00 PM.</span>
        </div>
        <div className="appcard">
          <small>Amount due</small>
          <b className="due">₱12,450.00</b>
          <div className="apppair">
            <span className="appbtn">Pay Now</span>
            <span className="appbtn second">View bill</span>
          </div>
        </div>
        <div className="apptiles">
          {[Wrench, Package, ReceiptText].map((Icon) => (
            <span key={Icon.displayName}>
              <Icon />
            </span>
          ))}
        </div>
      </div>
      <div className="appfooter">
        {FOOTER_ENTRIES.map(([name, Icon]) => (
          <span key={name}>
            <Icon />
            {name}
          </span>
        ))}
      </div>
      {menu && (
        <div className="appshade">
          <div className="appdrawer">
            <b>{title}</b>
            {MENU_ENTRIES.map((entry) => (
              <span key={entry}>{entry}</span>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

function PreviewPicture({ image: { chosenFile, current } }: { image: PreviewImage }) {
  if (chosenFile) return <FileImage file={chosenFile} />
  return current === undefined ? null : <img src={current} alt="" />
}
