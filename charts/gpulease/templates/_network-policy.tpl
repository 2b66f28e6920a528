{{/*
Who may call the pods of a component: everybody their port http where `public`, and health and metrics only whom the values name.
The kubelet's probes are always let through. egress.yaml has where the pods may call.
*/}}
{{- define "gpulease.network-policy" -}}
{{- $metricsFrom := .root.Values.networkPolicies.metricsFrom }}
{{- if .root.Values.networkPolicies.enabled }}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: gpulease-{{ .component }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "gpulease.labels" .root | nindent 4 }}
spec:
  podSelector:
    matchLabels:
      {{- include "gpulease.selector" . | nindent 6 }}
  policyTypes: [Ingress]
  {{- if or .public $metricsFrom }}
  ingress:
    {{- if .public }}
    - ports: [{ port: http }]
    {{- end }}
    {{- with $metricsFrom }}
    - from:
        {{- toYaml . | nindent 8 }}
      ports: [{ port: ops }]
    {{- end }}
  {{- end }}
{{- end }}
{{- end }}
