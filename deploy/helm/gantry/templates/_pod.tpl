{{- /* The pod, the same in both kinds of workload. */ -}}
{{- define "gantry.pod" -}}
metadata:
  labels:
    {{- include "gantry.labels" . | nindent 4 }}
    {{- with .Values.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- if or .Values.podAnnotations (include "gantry.makesSecret" .) }}
  annotations:
    {{- if include "gantry.makesSecret" . }}
    # Variables are read at the start: a new secret is a new pod.
    checksum/secret: {{ toJson .Values.secret | sha256sum }}
    {{- end }}
    {{- with .Values.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- end }}
spec:
  automountServiceAccountToken: false
  terminationGracePeriodSeconds: {{ .Values.terminationGracePeriodSeconds }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    seccompProfile:
      type: RuntimeDefault
  {{- with .Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  {{- with .Values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if eq .Values.storage "postgres" }}
  # Never two on one node while another one could take it; the pods that a rollout replaces do not count.
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: DoNotSchedule
      nodeTaintsPolicy: Honor
      matchLabelKeys: [pod-template-hash]
      labelSelector:
        matchLabels:
          {{- include "gantry.selector" . | nindent 10 }}
    - maxSkew: 1
      topologyKey: topology.kubernetes.io/zone
      whenUnsatisfiable: ScheduleAnyway
      matchLabelKeys: [pod-template-hash]
      labelSelector:
        matchLabels:
          {{- include "gantry.selector" . | nindent 10 }}
  {{- end }}
  containers:
    - name: gantry
      image: {{ include "gantry.image" . | quote }}
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      ports:
        - name: http
          containerPort: 3000
      env:
        - name: PUBLIC_URL
          value: {{ .Values.publicUrl | quote }}
        {{- with .Values.trustProxy }}
        - name: TRUST_PROXY
          value: {{ . | quote }}
        {{- end }}
        {{- range $name, $value := .Values.env }}
        - name: {{ $name }}
          value: {{ $value | quote }}
        {{- end }}
      {{- if or (include "gantry.secretName" .) .Values.envFrom }}
      envFrom:
        {{- with include "gantry.secretName" . }}
        - secretRef:
            name: {{ . }}
        {{- end }}
        {{- with .Values.envFrom }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- end }}
      volumeMounts:
        - name: servers
          mountPath: /etc/gantry
          readOnly: true
        - name: data
          mountPath: /data
        - name: tmp
          mountPath: /tmp
      startupProbe:
        httpGet: { path: /health/live, port: http }
        periodSeconds: 2
        failureThreshold: 30
      livenessProbe:
        httpGet: { path: /health/live, port: http }
        periodSeconds: 10
        timeoutSeconds: 3
      readinessProbe:
        httpGet: { path: /health/ready, port: http }
        periodSeconds: 5
        timeoutSeconds: 3
      lifecycle:
        preStop:
          # Until no balancer sends new requests here.
          exec:
            command: ['sleep', '5']
      resources:
        {{- toYaml .Values.resources | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities:
          drop: [ALL]
  volumes:
    - name: servers
      configMap:
        name: {{ include "gantry.fullname" . }}-servers
    {{- if eq .Values.storage "postgres" }}
    # Nothing that must last: state is in Postgres.
    - name: data
      emptyDir: {}
    {{- end }}
    - name: tmp
      emptyDir: {}
{{- end }}
