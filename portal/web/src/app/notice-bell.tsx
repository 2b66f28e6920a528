import { NotificationBadge } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';

/** How many notices were not read; leads to them. A phone has no room for it: there they are in the account menu. */
export function NoticeBell({ count }: { readonly count: number }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <span className="pf-v6-c-toolbar__item pf-m-hidden pf-m-visible-on-md">
      <NotificationBadge
        variant={count > 0 ? 'unread' : 'read'}
        count={count}
        aria-expanded={undefined}
        aria-label={count > 0 ? t('shell.unreadNotices', { count }) : t('notice.title')}
        onClick={() => void navigate('/notices')}
      />
    </span>
  );
}
