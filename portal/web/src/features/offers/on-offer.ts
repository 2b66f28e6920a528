const wholeCatalogue = { pageSize: 100 } as const;

export const onOffer = {
  skus: { query: { ...wholeCatalogue, status: 'active' } },
  regions: { query: { ...wholeCatalogue, status: 'active' } },
  images: { query: { ...wholeCatalogue, status: 'enabled' } },
} as const;
