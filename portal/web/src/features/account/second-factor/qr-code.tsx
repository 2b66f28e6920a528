import { QRCodeSVG } from 'qrcode.react';
import { useTranslation } from 'react-i18next';

/** The QR code for the authenticator app, on white in both themes so that cameras can read it. */
export function QrCode({ uri }: { readonly uri: string }) {
  const { t } = useTranslation();
  return <QRCodeSVG value={uri} size={200} marginSize={4} title={t('secondFactor.qrCode')} />;
}
