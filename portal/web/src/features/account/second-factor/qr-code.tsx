import { QRCodeSVG } from 'qrcode.react';
import { useTranslation } from 'react-i18next';

/** What the authenticator app scans; on white in both themes, as cameras want it. */
export function QrCode({ uri }: { readonly uri: string }) {
  const { t } = useTranslation();
  return <QRCodeSVG value={uri} size={200} marginSize={4} title={t('secondFactor.qrCode')} />;
}
